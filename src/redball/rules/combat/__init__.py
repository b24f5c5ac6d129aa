"""Ground combat (9): the segment, the procedure of 9.2 step by step, retreat (into ZOCs, too), advance."""
