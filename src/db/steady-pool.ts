import pg from "pg";
import { againOnConflict } from "./conflict.ts";

/** A pool whose single statements, each a transaction of its own, are tried once more when they lose against another. */
export class SteadyPool extends pg.Pool {
  // Its overloads are those of pg; what comes in goes on as it is.
  override query(...given: unknown[]): never {
    const send = () => Reflect.apply(super.query, this, given) as Promise<unknown>;
    return againOnConflict(send) as never;
  }
}
