"""The machinery that knows no rule: state, events, actions, procedures, dice, refusals, ledgers."""
