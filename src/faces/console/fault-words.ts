import type { BodyParts, Fault, Problem, ProblemParts } from "../../lib/problem.ts";
import { type Form, type FormState, failedState } from "../pages/form.ts";
import { type Label, labelText, type PerReader } from "../pages/html.ts";
import { STATUS_WORDS, statusWord } from "./returns/statuses.ts";
import { say, translated } from "./texts/texts.ts";

// The API's errors speak of fields of a body, and are for programs. What a person reads is said here, with the words of
// the form: the label of the field, and what may stand in it.

/** Of the faults that stand beside no field, as many are named. */
const MAX_NAMED = 3;

/** What follows the name of a field in the API's error, and what a person reads instead; the first that matches counts. */
const PHRASES: readonly [RegExp, string][] = [
  [/ without NUL characters|(?<=must be a )non-blank /, ""],
  [/ or null\b|\bnull or /, ""],
  [/must be an array of 1 to (\d+) \w+/, "needs at least one, and takes at most $1"],
  [/must be an array of at most (\d+) \w+/, "takes at most $1"],
  [/must be an array of (\d+) to (\d+) \w+/, "needs $1 to $2"],
  [/must be an array that is not empty/, "needs at least one"],
  [/must be an (?:array|object)/, "can't be taken like this"],
  [/must be a string of 1 to (\d+) characters?/, "must have 1 to $1 characters"],
  [/must be a string of (\d+) to (\d+) characters?/, "must have $1 to $2 characters"],
  [/must be a string of at most (\d+) characters?/, "must have at most $1 characters"],
  [/must be a string that is not empty/, "must not be empty"],
  [/must be a string \(([^)]*)\)/, "must have this form: $1"],
  [/must be a string such as "([^"]*)"/, "must have a form such as $1"],
  [/must be a string that matches .*(?=\.$)/, "can't be taken like this"],
  [/must be a string/, "must be a text"],
  [/must be true or false/, "must be yes or no"],
  [/must be (?:one of|id, email,) .*(?=\.$)/, "must be one of the choices"],
  [/must be a decimal of at most \d+ digits/, "must be an amount"],
  [/must be a decimal/, "must be a number"],
  [/must be a currency that ISO 4217 knows/, "must be the letters of a currency"],
  [/must be an existing date and time with offset, as in RFC 3339/, "must be an existing date and time"],
  [/must be a phone number in the form of E\.164/, "must be a phone number with its country's code"],
  [/must have at most (\d+) fields/, "takes at most $1"],
  [/must be a number of minutes, hours or days, such as 30d/, "must be a whole number, at least 1"],
];

/** Errors that name no field at their beginning, as a person reads them. */
const SENTENCES: readonly [RegExp, string][] = [
  [/^The to must be a date after or equal to from\.$/, "The end can't be before the beginning."],
  [/^A role is one of .*\.$/, "Choose one of the roles."],
  [/^The \w+ is not a valid date\.$/, "This is not a valid date."],
  [/^The order has only (\d+) units? of line item .*\.$/, "The order has only $1 of it."],
  [
    /^Line item .* has fewer than \d+ units? left to return\.$/,
    "Fewer can still be returned than you have chosen. Load this page again to see how many.",
  ],
  [/^orderedUntil is before orderedFrom, ([\d-]+)/, "It is before the first day, $1"],
];

/** Returns what a person reads about a fault of the field with a label. */
export function faultText(fault: Fault, label: Label): PerReader {
  return (reader) => translated(faultIn(fault, labelText(label, reader)), reader);
}

function faultIn({ detail, pointer = "", parameter }: Fault, label: string): string {
  const name = parameter ?? fieldOf(pointer);
  const isNamed = name !== "" && detail.startsWith(`${name} `);
  if (!isNamed && !detail.startsWith("The body ")) return sentence(detail);
  const rest = isNamed ? detail.slice(name.length + 1) : detail.slice("The body ".length);
  return `${label} ${PHRASES.reduce((text, [pattern, words]) => text.replace(pattern, words), rest)}`;
}

/** Returns what a person reads about faults that no field of their form shows. */
export function unplacedText(faults: readonly Fault[]): PerReader {
  const named = faults.slice(0, MAX_NAMED).map((fault) => faultText(fault, titleOf(fault.pointer ?? "")));
  return (reader) => named.map((each) => labelText(each, reader)).join(" ");
}

/** Returns what a person reads about a problem as a whole. */
export function problemText(parts: ProblemParts | BodyParts): PerReader {
  const faults = "errors" in parts ? (parts.errors ?? []) : [];
  return faults.length > 0 ? unplacedText(faults) : sentenceText(parts.detail);
}

/** Returns what a form shows after its act threw a problem, in the words of people. */
export function failedForm(form: Form, failed: Problem, claim?: () => void): FormState {
  return { ...failedState(form, failed, claim), message: problemText(failed.parts) };
}

/** What the API says of a status that a return can't get. */
const NO_STEP = /^A return that is (\w+) cannot become (\w+)\.$/;

/** Returns what a person reads of a sentence of the API. */
export function sentenceText(detail: string): PerReader {
  const [, from, to] = NO_STEP.exec(detail) ?? [];
  if (isStatus(from) && isStatus(to)) {
    return from === to
      ? say("It is {status} already.", { status: statusWord(from) })
      : say("A return that is {from} cannot become {to}.", { from: statusWord(from), to: statusWord(to) });
  }
  return (reader) => translated(sentence(detail), reader);
}

function isStatus(word: string | undefined): word is keyof typeof STATUS_WORDS {
  return word !== undefined && Object.hasOwn(STATUS_WORDS, word);
}

/** Returns a sentence of the API with the words for statuses. */
function sentence(detail: string): string {
  const plain = SENTENCES.reduce((text, [pattern, words]) => text.replace(pattern, words), detail);
  return plain.replace(/\b(?:pre_shipment|in_transit|needs_review|in_review)\b/g, (status) =>
    STATUS_WORDS[status as keyof typeof STATUS_WORDS].title.toLowerCase(),
  );
}

/** Returns how the API's errors name the field at a pointer. */
function fieldOf(pointer: string): string {
  return pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~").replaceAll("/", ".");
}

/** Returns the name of a place that has no label: "External order id". */
function titleOf(pointer: string): string {
  const name = pointer.split("/").findLast((part) => !/^\d*$/.test(part)) ?? "This";
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
