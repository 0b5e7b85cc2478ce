import { type Static, Type } from "@sinclair/typebox";
import {
  Text as BoundedText,
  field,
  MAX_TEXT_CHARACTERS,
  Maybe,
  NonBlankText,
} from "../../../lib/schema-types.ts";

/** The limit of the request body; an image cannot be longer. */
export const MAX_IMAGE_CHARACTERS = 10 * 1024 * 1024;

const Text = () => Type.Optional(Type.String());

export type Comment = Static<typeof Comment>;
export const Comment = Type.Object(
  {
    message: field(Text(), "The text.", "The seam is torn; see the warehouse's photo."),
    image: field(Text(), "The address of the image.", "https://shop.example/image.png"),
  },
  { title: "Return comment" },
);

export type CommentBody = Static<typeof CommentBody>;
export const CommentBody = Type.Object(
  {
    comment: field(
      Type.Object({
        message: Maybe(
          NonBlankText(MAX_TEXT_CHARACTERS, { examples: ["The seam is torn; see the warehouse's photo."] }),
        ),
        image: field(
          Maybe(BoundedText({ maxLength: MAX_IMAGE_CHARACTERS })),
          "Base64 of a PNG, JPEG, GIF or WebP.",
          "iVBORw0KGgo=",
        ),
      }),
      "The comment: a message or an image.",
    ),
  },
  { title: "New return comment" },
);

export const CommentAnswer = Type.Object({
  comment: field(Comment, "The comment: a message or an image."),
});

export const Comments = Type.Object({ comments: field(Type.Array(Comment), "The comments, oldest first.") });
