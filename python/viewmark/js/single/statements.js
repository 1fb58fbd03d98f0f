// A caller's script as statements.

async () => {
  CODE;
};
