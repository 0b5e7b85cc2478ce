// Preloaded into service processes; resolves names through NAME_SERVER.
import { promises } from "node:dns";

const { NAME_SERVER } = process.env;
const { Resolver } = promises;

promises.Resolver = class extends Resolver {
  constructor(...args: ConstructorParameters<typeof Resolver>) {
    super(...args);
    if (NAME_SERVER) this.setServers([NAME_SERVER]);
  }
};
