// A caller's script as an expression.

async () => CODE;
