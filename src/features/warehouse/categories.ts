import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Maybe, Nullable, OneOf } from "../../lib/schema-types.ts";
import { type Assessment, type NewResponse, responseOf } from "../returns/change/inspections.ts";
import type { Version } from "./versions.ts";

const MAX_CHARACTERS = 100;

/** The built-in categories, with their titles as objects. */
const BUILT_IN = {
  grade_a: "Grade A",
  grade_b: "Grade B",
  grade_c: "Grade C",
  grade_d: "Grade D",
  incorrect_item: "Incorrect item",
  missing: "Missing",
  junk: "Junk",
} as const;
const HEADING = "Item condition grade";

/** The category of a condition as a word: up to the version 2026-07. */
const CategoryName = OneOf(Object.keys(BUILT_IN) as (keyof typeof BUILT_IN)[]);

/** The descriptions and examples of a category's parts. */
const PARTS = {
  subject: { description: "What the category is about.", examples: [HEADING] },
  title: { description: "The category in words.", examples: ["Grade A"] },
  grade: { description: "The category as a word, as earlier versions have it.", examples: ["grade_a"] },
  category_name: { description: "The group of products.", examples: ["Shirts"] },
  category_parent: { description: "The group of that group.", examples: ["Clothing"] },
};

const Part = (name: keyof typeof PARTS) =>
  BoundedText({ minLength: 1, maxLength: MAX_CHARACTERS, ...PARTS[name] });

/** The category of a condition as an object: from the version 2026-10 on. */
const CategoryObject = Type.Object(
  {
    subject: Part("subject"),
    title: Part("title"),
    grade: Maybe(Part("grade")),
    category_name: Maybe(Part("category_name")),
    category_parent: Maybe(Part("category_parent")),
  },
  { title: "Warehouse condition category" },
);

type Words = Pick<Version, "categories">;

export type Category = Static<typeof CategoryName> | Static<typeof CategoryObject>;

/** Returns the schema of a category in a version. */
export function categorySchema({ categories }: Words) {
  return Type.Unsafe<Category>(categories === "words" ? CategoryName : CategoryObject);
}

const ShownPart = (name: keyof typeof PARTS) => Nullable(Type.String(PARTS[name]));

type ShownCategory = Static<typeof ShownCategory>;
const ShownCategory = Type.Object(
  {
    subject: Type.String(PARTS.subject),
    title: Type.String(PARTS.title),
    grade: ShownPart("grade"),
    category_name: ShownPart("category_name"),
    category_parent: ShownPart("category_parent"),
  },
  { title: "Warehouse shown category" },
);

/** A category in the view of any version. */
export const AnyShownCategory = Type.Union([Type.String(), ShownCategory, Type.Null()], {
  description: "A string, from the version `2026-10` on an object. Null if only a description was given.",
});

/** Returns a category as the responses of an assessment; `grade` is the item's grade in the main API. */
export function categoryResponses(category: Category | null | undefined): NewResponse[] {
  if (typeof category === "string") return [["grade", category]];
  if (!category) return [];
  const { subject, title, grade, category_name, category_parent } = category;
  return [
    ["grade", grade ?? title],
    ["category_subject", subject],
    ["category_title", title],
    ["category_grade", grade],
    ["category_name", category_name],
    ["category_parent", category_parent],
  ];
}

/** Returns the category of an assessment in a version's view. */
export function shownCategory(assessment: Assessment, version: Words): string | ShownCategory | null {
  const of = (type: string) => responseOf(assessment, type) ?? null;
  const [subject, title] = [of("category_subject"), of("category_title")];
  if (subject === null || title === null || version.categories === "words") {
    return gradeCategory(of("grade"), version);
  }
  return {
    ...{ subject, title, grade: of("category_grade") },
    ...{ category_name: of("category_name"), category_parent: of("category_parent") },
  };
}

/** Returns the category that a grade stands for in a version's view. */
export function gradeCategory(grade: string | null, { categories }: Words): string | ShownCategory | null {
  if (grade === null || categories === "words") return grade;
  const title = Object.hasOwn(BUILT_IN, grade) ? BUILT_IN[grade as keyof typeof BUILT_IN] : grade;
  return { subject: HEADING, title, grade, category_name: null, category_parent: null };
}
