/** Where traces are sent, as which service, and which share of them is recorded. */
export type TracingSettings = { endpoint: string; serviceName: string; ratio: number };

const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
const RATIO = "OTEL_TRACES_SAMPLER_ARG";

/** The variables that OpenTelemetry has named. */
export const TRACING_NAMES: readonly string[] = [ENDPOINT, "OTEL_SERVICE_NAME", RATIO];

/** Returns the settings of traces, undefined without a collector, and adds their errors to `faults`. */
export function readTracing(
  env: Record<string, string | undefined>,
  faults: string[],
): TracingSettings | undefined {
  const endpoint = env[ENDPOINT];
  if (!endpoint) return undefined;
  if (!/^https?:\/\/[^/]/.test(endpoint) || !URL.canParse(endpoint)) {
    faults.push(`${ENDPOINT} must be the address of an OTLP/HTTP collector, such as http://localhost:4318`);
  }
  const text = env[RATIO] || "1";
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1)) faults.push(`${RATIO} must be a share from 0 to 1, not "${text}"`);
  return { endpoint, serviceName: env.OTEL_SERVICE_NAME || "aftersale", ratio };
}
