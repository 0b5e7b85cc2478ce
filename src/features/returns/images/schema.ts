import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, ById, Count, DateTime, Maybe, Nullable } from "../../../lib/schema-types.ts";
import { MAX_IMAGE_CHARACTERS } from "../comment-schema.ts";
import { MAX_UNITS } from "../schema.ts";

export type ReturnImage = Static<typeof ReturnImage>;
export const ReturnImage = Type.Object(
  {
    commentId: Type.String({ description: "The comment that the image is." }),
    itemId: Nullable(
      Type.String({
        description: "The item of the return that it shows; null for an image of the return.",
        examples: ["rit_01m5zk7wq10000h2v8d3c6x9ty"],
      }),
    ),
    unit: Nullable(
      Type.Integer({
        minimum: 1,
        description: "Which of the item's units it shows, from 1; null for all of them.",
        examples: [1],
      }),
    ),
    url: Type.String({
      description: "The address of the image, which requires the same credential.",
      examples: ["http://localhost:3000/v2.2/returns/ret_1/comments/com_1/image"],
    }),
    by: Type.String({ description: "The name of the API client or person who has added it." }),
    byId: ById(),
    at: DateTime({ description: "When it was added." }),
  },
  { title: "Return image" },
);

export const ReturnImages = Type.Object({ images: Type.Array(ReturnImage) }, { title: "Return images" });

export type ImageBody = Static<typeof ImageBody>;
export const ImageBody = Type.Object(
  {
    image: Type.Object({
      content: BoundedText({
        maxLength: MAX_IMAGE_CHARACTERS,
        description: "Base64 of a PNG, JPEG, GIF or WebP.",
        examples: ["iVBORw0KGgo="],
      }),
      itemId: BoundedText({
        minLength: 1,
        description: "The item of the return that it shows.",
        examples: ["rit_01m5zk7wq10000h2v8d3c6x9ty"],
      }),
      unit: Maybe(
        Count({
          maximum: MAX_UNITS,
          description: "Which of the item's units it shows, from 1; all by default.",
        }),
      ),
    }),
  },
  { title: "New return image" },
);
