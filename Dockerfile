# One container holds the API and the workers. It needs a Postgres 15 or newer in DATABASE_URL, and ENCRYPTION_KEY.

FROM oven/bun:1.4.5-slim AS packages
WORKDIR /app
COPY package.json bun.lock ./
# The embedded Postgres is an optional dependency: not for production, so not in the image.
RUN bun install --frozen-lockfile --production --omit=optional

FROM oven/bun:1.4.5-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=packages /app/node_modules ./node_modules
COPY package.json tsconfig.json ./
COPY drizzle ./drizzle
COPY src ./src
COPY docs/guides ./docs/guides
COPY docs/operate ./docs/operate
COPY docs/changelog.md docs/configuration.md docs/console.md docs/glossary.md docs/integrate.md docs/retention.md ./docs/
USER bun
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`)).ok ? 0 : 1)"]
CMD ["bun", "src/main.ts"]
