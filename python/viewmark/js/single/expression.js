// Wraps a caller's script as an expression.

// prettier-ignore
async () => (
CODE
)
