import { Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Ctx } from "../../core/ctx.ts";
import { validationErrorsOf } from "../../core/http/errors/validation-errors.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { requireNoFaults } from "../../lib/problem.ts";
import type { Connector, Credentials } from "./connector.ts";

const checkOf = memoizeByObject(({ credentials }: Connector) =>
  TypeCompiler.Compile(Type.Object({ credentials })),
);

/** Returns the credentials that a kind of shop has, without other fields. Throws 400 that names each fault. */
export function checkedCredentials(
  connector: Connector,
  credentials: Record<string, string | undefined>,
): Credentials {
  const check = checkOf(connector);
  if (!check.Check({ credentials }))
    requireNoFaults(validationErrorsOf(check.Errors({ credentials }), "body"));
  const names = Object.keys(connector.credentials.properties);
  return Object.fromEntries(
    Object.entries(credentials).flatMap(([name, value]) =>
      names.includes(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** Returns stored credentials. Throws for those that were encrypted with a key that is unknown now. */
export async function decryptCredentials({ encryption }: Ctx, encrypted: string): Promise<Credentials> {
  return JSON.parse(await encryption.decrypt(encrypted));
}
