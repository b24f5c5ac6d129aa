"""The Smolensk rules of New OCS, an overlay on it, for our own Smolensk scenario."""
