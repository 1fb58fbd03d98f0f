// Wraps a caller's script as statements.

async () => {
  CODE;
};
