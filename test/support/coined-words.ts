import ts from "typescript-api";

/**
 * Words of an earlier vocabulary that the field has standard terms for; no part of an identifier may be one.
 */
const IN_IDENTIFIERS = new Set(
  [
    "told tell tells telling tellings heard familiar news recognise recognised stranger strangers strangeness",
    "dialect dialects guise guest guests knock knocks farewell stamp stamps subject subjects emptied",
    "lane lanes manner steady settle greeting gather demand refusal refusals seal seals insist insists victim victims",
    "ground grounded walk walks spoil spoilt misfortune misfortunes nobody somebody anybody everybody whoever",
  ].flatMap((line) => line.split(" ")),
);
const ANYWHERE = new RegExp([...IN_IDENTIFIERS].join("|"), "i");
/** Identifiers that use one of these words in its ordinary meaning. */
const ALLOWED = new Set([
  // A Postgres setting.
  "max_parallel_workers_per_gather",
  // A field of Loop's API.
  "subject",
  // An option of nodemailer.
  "greetingTimeout",
  // Node refuses a version of HTTP.
  "isVersionRefusal",
]);
const IN_COMMENTS =
  /\b(?:tellings?|told|heard|familiar|recognis\w+|strangers?|dialects?|guise|knocks?|victims?|insists?|whoever|anybody|everybody|somebody|nobody|anew|anyhow)\b/gi;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Returns the coined words in the identifiers and comments of a source file, each as `path: word`. */
export function coinedWords(path: string, source: string): string[] {
  const found = new Set<string>();
  for (const [comment] of source.matchAll(COMMENTS)) {
    for (const [word] of comment.matchAll(IN_COMMENTS)) found.add(word);
  }
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && isCoined(node.text)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  // Most files need no parsing.
  if (ANYWHERE.test(source)) visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return [...found].map((word) => `${path}: ${word}`);
}

function isCoined(identifier: string): boolean {
  if (ALLOWED.has(identifier)) return false;
  const parts = identifier.split(/_|(?<=[a-z0-9])(?=[A-Z])/);
  return parts.some((part) => IN_IDENTIFIERS.has(part.toLowerCase()));
}
