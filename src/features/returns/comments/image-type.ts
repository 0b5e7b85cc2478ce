const SIGNATURES: { mediaType: string; at: [offset: number, bytes: number[]][] }[] = [
  { mediaType: "image/png", at: [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]] },
  { mediaType: "image/jpeg", at: [[0, [0xff, 0xd8, 0xff]]] },
  {
    mediaType: "image/gif",
    at: [
      [0, [0x47, 0x49, 0x46, 0x38]],
      [5, [0x61]],
    ],
  },
  {
    mediaType: "image/webp",
    at: [
      [0, [0x52, 0x49, 0x46, 0x46]],
      [8, [0x57, 0x45, 0x42, 0x50]],
    ],
  },
];

/**
 * Returns the media type of an image by its first bytes; undefined for anything but PNG, JPEG, GIF and WebP.
 */
export function imageTypeOf(content: Uint8Array): string | undefined {
  return SIGNATURES.find(({ at }) =>
    at.every(([offset, bytes]) => bytes.every((byte, i) => content[offset + i] === byte)),
  )?.mediaType;
}
