import { Elysia } from "elysia";

/** `/` leads people to the console, where they sign in first, and programs to the documentation. */
export const root = new Elysia({ name: "root" }).get(
  "/",
  ({ request }) => {
    const isPerson = (request.headers.get("accept") ?? "").includes("text/html");
    const headers = {
      Location: isPerson ? "/console" : "/docs",
      Vary: "Accept",
      "Cache-Control": "no-store",
    };
    return new Response(null, { status: 303, headers });
  },
  { detail: { hide: true } },
);
