import { type Ctx, withCommit } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { emailKey } from "../../core/persons/person.ts";
import { newId } from "../../lib/ids.ts";
import type { Language } from "../../lib/languages.ts";
import { domainOf, isAddress } from "../../lib/mailbox.ts";
import type { MailKind, StoreSettingsDocument } from "../../platform/db/documents/store-settings.ts";
import { NOW } from "../../platform/db/now.ts";
import { prepared, preparedNamed } from "../../platform/db/prepared.ts";
import { partsOf } from "../stores/settings.ts";
import { composeMail, TEXTS } from "./compose.ts";
import { type AnyMailKind, isForPeople, type MailValues } from "./kinds.ts";
import { publishMail } from "./publish-mail.ts";
import { MAILS } from "./queue.ts";

/** What mails need to know of their store: its row. */
export type MailingStore = { name: string; storeSettings: StoreSettingsDocument | null };

export type NewMail<Kind extends AnyMailKind> = {
  to: string;
  kind: Kind;
  values: MailValues[Kind];
  /** The reader's language, such as `de` or `de-AT`, as far as it is known. */
  language?: string | null | undefined;
  returnId?: string;
  /** Whether the mail leads to the withdrawal, if the store offers it. */
  mayWithdraw?: boolean;
  withdrawalId?: string;
  /** The address of the link that the kind has. */
  link?: string | undefined;
  /** A link that only the reader may have: it is kept encrypted and not shown. */
  secretLink?: string | undefined;
  /** The store's row, if the caller has read it. */
  store?: MailingStore;
};

/**
 * Queues a mail in the caller's transaction and returns its id: once that is committed the mail goes out, after those
 * that were queued before for the same return and address. Returns undefined, and writes nothing, where the store
 * doesn't send such mails or the address is none.
 */
export async function queueMail<Kind extends AnyMailKind>(
  ctx: Ctx,
  { storeId, requestId }: Pick<Caller, "storeId" | "requestId">,
  mail: NewMail<Kind>,
): Promise<string | undefined> {
  const store = mail.store ?? (await readMailingStore(ctx, storeId));
  const to = mail.to.trim();
  if (!store || !isAddress(to) || !isSent(store, mail.kind)) return undefined;
  const id = newId("mai");
  const language = mailLanguage(store, mail.language);
  const isForPerson = isForPeople(mail.kind);
  const [firstPauseMs = 0] = ctx.config.mailRetrySchedule;
  const inserted = insert(ctx.db, {
    storeId,
    id,
    streamId: newId("mst"),
    streamKey: emailKey(to),
    streamReturn: mail.returnId ?? "",
    isForPerson,
    firstPauseMs,
    recipient: to,
    kind: mail.kind,
    language,
    returnId: mail.returnId ?? null,
    withdrawalId: mail.withdrawalId ?? null,
    messageId: `<${id}@${domainOfIds(ctx)}>`,
    words: JSON.stringify(wordsOf(ctx, storeId, { mail, store, language })),
    secretLink: mail.secretLink === undefined ? null : await ctx.encryption.encrypt(mail.secretLink),
    requestId,
  });
  withCommit(ctx, inserted);
  await ctx.jobs.send(MAILS, { storeId });
  if (!isForPerson) await publishMail(ctx, { storeId, requestId }, id, "queued");
  return id;
}

/** Whether a store sends mails of a kind. The receipt of a withdrawal can't be left out, nor a code that a shopper waits for. */
function isSent({ storeSettings }: MailingStore, kind: AnyMailKind): boolean {
  if (isForPeople(kind)) return true;
  const { enabled, kinds } = partsOf(storeSettings).mail;
  return enabled && (kind === "withdrawal_receipt" || kind === "order_code" || kinds.includes(kind));
}

/** Returns the reader's language if the store has it, else the store's first. */
export function mailLanguage({ storeSettings }: MailingStore, wanted: string | null | undefined): Language {
  const { languages } = partsOf(storeSettings).mail;
  const base = wanted?.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language === base) ?? languages[0] ?? "en";
}

type Worded<Kind extends AnyMailKind> = { mail: NewMail<Kind>; store: MailingStore; language: Language };

function wordsOf<Kind extends AnyMailKind>(
  ctx: Ctx,
  storeId: string,
  { mail, store, language }: Worded<Kind>,
) {
  const { kind, values, link, secretLink } = mail;
  const { withdrawal, mail: settings } = partsOf(store.storeSettings);
  const replaced =
    isForPeople(kind) || kind === "order_code"
      ? undefined
      : settings.texts[kind satisfies AnyMailKind as MailKind]?.[language];
  const label = withdrawal.labels.withdraw?.[language] ?? TEXTS[language].withdraw;
  const url = `${ctx.origin}/r/${encodeURIComponent(storeId)}/withdraw`;
  return composeMail(kind, values, {
    storeName: store.name,
    language,
    replaced,
    link: secretLink === undefined ? (link === undefined ? undefined : { url: link }) : { url: null },
    withdrawal: withdrawal.enabled && mail.mayWithdraw ? { label, url } : undefined,
  });
}

/** The domain of mails' ids: of their sender where it is known, else of the service. */
function domainOfIds({ config, origin }: Ctx): string {
  return domainOf(config.mailFrom?.address ?? new URL(origin).hostname) ?? "localhost";
}

/** SQL for the `MailingStore` of a row of `stores`; null for a store that doesn't send mails. */
export const MAILING_STORE = `case when (store_settings #>> '{mail,enabled}')::boolean
    then json_build_object('name', name, 'storeSettings', store_settings) end`;

async function readMailingStore({ db }: Ctx, storeId: string): Promise<MailingStore | undefined> {
  const [row] = await find(db, storeId);
  return row;
}

const find = prepared<MailingStore>(
  "find_mailing_store",
  `select name, store_settings as "storeSettings" from stores where store_id = $1 and removed_at is null`,
);

const insert = preparedNamed(
  "queue_mail",
  `with stream as (
     insert into mail_streams as stream (store_id, id, stream_key, return_id, is_for_people, last_seq, pending, due_at)
     values ($storeId, $streamId, $streamKey, $streamReturn, $isForPerson, 1, 1,
       ${NOW} + $firstPauseMs::int * interval '1 millisecond')
     on conflict (store_id, stream_key, return_id, is_for_people) do update set
       last_seq = stream.last_seq + 1, pending = stream.pending + 1,
       due_at = coalesce(stream.due_at, excluded.due_at)
     returning id, last_seq
   )
   insert into mails (store_id, id, stream_id, seq, recipient, kind, language, return_id, withdrawal_id, message_id,
     words, secret_link, state, request_id, created_at)
   select $storeId, $id, stream.id, last_seq, $recipient, $kind, $language, $returnId::text, $withdrawalId::text,
     $messageId, $words::json, $secretLink::text, 'waiting', $requestId, ${NOW}
   from stream`,
);
