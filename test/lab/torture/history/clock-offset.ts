// Preloaded into a service process; shifts its clock by CLOCK_OFFSET_MS.
const offset = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const Real = Date;
const now = () => Real.now() + offset;

const Shifted: DateConstructor = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (target, args, newTarget) => {
    const given = args.length === 0 ? [now()] : args;
    return Reflect.construct(target, given, newTarget === Shifted ? target : newTarget);
  },
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
globalThis.Date = Shifted;
