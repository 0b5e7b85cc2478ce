import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Maybe } from "../../lib/schema-types.ts";

/** The limit of the request body; an image cannot be longer. */
export const MAX_IMAGE_CHARACTERS = 10 * 1024 * 1024;

const Text = () => Type.Optional(Type.String());

export type Comment = Static<typeof Comment>;
export const Comment = Type.Object({ message: Text(), image: Text() }, { title: "Return comment" });

export type CommentBody = Static<typeof CommentBody>;
export const CommentBody = Type.Object(
  {
    comment: Type.Object({
      message: Maybe(BoundedText()),
      image: Maybe(
        BoundedText({
          maxLength: MAX_IMAGE_CHARACTERS,
          description: "Base64 of a PNG, JPEG, GIF or WebP.",
        }),
      ),
    }),
  },
  { title: "New return comment" },
);
