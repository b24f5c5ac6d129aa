"""What every stack on the move keeps to: fuel (12.5), where a move may not end, simulcast turns (2.4)."""
