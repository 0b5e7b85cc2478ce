/**
 * Opens a connection for one request at a time; `answered` is called with the status of each response, once it
 * has arrived whole, and with what `send` was given. Responses must have a Content-Length.
 */
export async function connect(
  origin: string,
  answered: (status: string, due: number) => void,
): Promise<{ send(request: string, due: number): void }> {
  let head = "";
  let status = "";
  /** The bytes of the response that are still to come; undefined while its head is incomplete. */
  let missing: number | undefined;
  let unsent = Buffer.alloc(0);
  let due = 0;
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(origin).port),
    socket: {
      data: (_, chunk) => {
        if (missing !== undefined) missing -= chunk.length;
        else {
          head += chunk.toString("latin1");
          const end = head.indexOf("\r\n\r\n");
          if (end < 0) return;
          status = head.slice(9, 12);
          missing = end + 4 + lengthOf(head.slice(0, end), status) - head.length;
          head = "";
        }
        if (missing > 0) return;
        missing = undefined;
        answered(status, due);
      },
      drain: () => write(unsent),
      close: () => {
        throw new Error("the service closed a connection");
      },
    },
  });
  const write = (bytes: Buffer<ArrayBuffer>) => {
    unsent = bytes.subarray(socket.write(bytes));
  };
  return {
    send: (request, at) => {
      due = at;
      write(Buffer.from(request, "latin1"));
    },
  };
}

function lengthOf(head: string, status: string): number {
  const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined && status !== "204") throw new Error(`a response has no length: ${head}`);
  return Number(length ?? 0);
}
