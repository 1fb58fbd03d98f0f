// Another time of day for a document: what `Date` says, shifted by `SHIFT` ms.
{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + SHIFT);
      else super(...given);
    }
    static now() {
      return Real.now() + SHIFT;
    }
  };
}
