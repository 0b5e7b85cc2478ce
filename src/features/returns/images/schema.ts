import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Count, DateTime, field, Maybe, Nullable } from "../../../lib/schema-types.ts";
import { ById } from "../../../lib/shared-fields.ts";
import { MAX_IMAGE_CHARACTERS } from "../comments/comment-schema.ts";
import { MAX_UNITS } from "../create/new-return-schema.ts";

export type ReturnImage = Static<typeof ReturnImage>;
export const ReturnImage = Type.Object(
  {
    commentId: field(Type.String(), "The comment that the image is.", "com_01m5zk7wq10000h2v8d3c6x9ty"),
    itemId: field(
      Nullable(Type.String()),
      "The item of the return that it shows; null for an image of the return.",
      "rit_01m5zk7wq10000h2v8d3c6x9ty",
    ),
    unit: field(
      Nullable(Type.Integer({ minimum: 1 })),
      "Which of the item's units it shows, from 1; null for all of them.",
      1,
    ),
    url: field(
      Type.String(),
      "The address of the image, which requires the same credential.",
      "http://localhost:3000/v2.2/returns/ret_01m5zk7wq10000h2v8d3c6x9ty/comments/com_01m5zk7wq10000h2v8d3c6x9ty/image",
    ),
    by: field(Type.String(), "The name of the API client or person who has added it.", "warehouse"),
    byId: ById,
    at: field(DateTime(), "When it was added."),
  },
  { title: "Return image" },
);

export const ReturnImages = Type.Object(
  { images: field(Type.Array(ReturnImage), "The images, oldest first.") },
  { title: "Return images" },
);

export type ImageBody = Static<typeof ImageBody>;
export const ImageBody = Type.Object(
  {
    image: field(
      Type.Object({
        content: field(
          BoundedText({ maxLength: MAX_IMAGE_CHARACTERS }),
          "Base64 of a PNG, JPEG, GIF or WebP.",
          "iVBORw0KGgo=",
        ),
        itemId: field(
          BoundedText({ minLength: 1 }),
          "The item of the return that it shows.",
          "rit_01m5zk7wq10000h2v8d3c6x9ty",
        ),
        unit: field(
          Maybe(Count({ maximum: MAX_UNITS })),
          "Which of the item's units it shows, from 1; all by default.",
        ),
      }),
      "The address of the image.",
    ),
  },
  { title: "New return image" },
);
