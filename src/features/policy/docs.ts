const POLICY = {
  timeZone: "Europe/Berlin",
  window: { days: 30, from: "delivered" },
  rules: [
    {
      when: { tags: ["final-sale"] },
      then: { eligible: false, texts: { en: "Sale items can't be returned." } },
    },
    { when: { reasonCodes: ["damaged"] }, then: { label: "merchant", review: true } },
    { then: { label: "shopper" } },
  ],
  reasons: [
    { code: "size", texts: { en: "It doesn't fit", de: "Es passt nicht" } },
    { code: "damaged", texts: { en: "It arrived damaged" }, needs: ["photo"] },
  ],
};

const SAVED = { version: 3, policy: POLICY };

/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  save: {
    operationId: "savePolicy",
    summary: "Save the return policy",
    description: [
      "Replaces the document that says what may be returned, until when and for what. Each save is a new version, and decides from then on.",
      "- Rules are read in order. For each part (`eligible`, `window`, `outcomes` …) the first rule that matches and has it",
      "  decides. Without a rule a line may be returned for ever, for any outcome, at the merchant's cost and without a fee.",
      "- In `when` all fields must hold, and of a list one element. An empty list, or no `when`, matches every line.",
      "- The last day of a window is the day of `from` in `timeZone` plus `days`. Of several parcels of a line the last one",
      "  counts. Until the line is delivered, it can be returned.",
      "- The response to a document with faults names every one by its pointer, fields that a policy doesn't have too.",
      "- `If-Match` with the version that was read keeps changes that others have saved since. `0` is no version yet.",
    ].join("\n"),
    "x-errors": {
      400: "The document has faults; `errors` names each, at most 1,000.",
      409: "`If-Match` names another version than the store has (`policy_changed`).",
    },
    "x-example": POLICY,
    "x-response-examples": { 200: SAVED },
    "x-extension": true,
  },
  read: {
    operationId: "readPolicy",
    summary: "Get the return policy",
    description: "Returns the newest version of the store's policy, as it was sent.",
    "x-errors": { 404: "The store has no policy (`policy_not_found`): everything may be returned for ever." },
    "x-response-examples": { 200: SAVED },
    "x-extension": true,
  },
  versions: {
    operationId: "listPolicyVersions",
    summary: "List the versions of the return policy",
    description: "Lists every version that was saved, the newest first, without their documents.",
    "x-extension": true,
  },
  version: {
    operationId: "readPolicyVersion",
    summary: "Get a version of the return policy",
    description:
      "Returns the policy as it was with this version. Decisions name the version that they were made with.",
    "x-errors": { 404: "The store's policy has no such version (`policy_not_found`)." },
    "x-response-examples": { 200: SAVED },
    "x-extension": true,
  },
};
