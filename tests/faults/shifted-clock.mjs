// Loaded before a process of the product: its clock is off by so many milliseconds, as an unserviced machine's is.
const shift = Number(process.env.CLOCK_SHIFT_MS);
const Real = Date;
globalThis.Date = class ShiftedDate extends Real {
  constructor(...given) {
    super(...(given.length > 0 ? given : [Real.now() + shift]));
  }
  static now() {
    return Real.now() + shift;
  }
};
