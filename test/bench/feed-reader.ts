/** A reader that always waits, as a process of its own: prints each change's id with the time at which it came. */
const { origin, storeId, secret, after } = JSON.parse(process.argv[2] ?? "{}");
for (let next = after; ; ) {
  const response = await fetch(`${origin}/v2.2/stores/${storeId}/changes?after=${next}&wait=20`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  const page = (await response.json()) as { changes: { id: string }[]; next: number };
  const at = performance.timeOrigin + performance.now();
  for (const { id } of page.changes) process.stdout.write(`${JSON.stringify({ id, at })}\n`);
  next = page.next;
}
