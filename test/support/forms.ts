/** A control of a form, as a browser without scripts sees it. */
export type Control = {
  name: string;
  /** The input's type, `select`, `textarea` or `button`. */
  type: string;
  value: string;
  isRequired: boolean;
  isChecked: boolean;
  isHidden: boolean;
  max: number | undefined;
  /** Of a select: the values that can be chosen. */
  options: string[];
};

export type PageForm = {
  method: string;
  action: string;
  isUpload: boolean;
  isShown: boolean;
  controls: Control[];
};

/** Returns the forms of a page that a browser without scripts shows. */
export async function formsOf(page: string): Promise<PageForm[]> {
  const forms: PageForm[] = [];
  let control: Control | undefined;
  const add = (element: HTMLRewriterTypes.Element, type: string) => {
    const read = (name: string) => unescaped(element.getAttribute(name) ?? "");
    control = {
      ...{ name: read("name"), type, value: read("value"), options: [] },
      isRequired: element.hasAttribute("required"),
      isChecked: element.hasAttribute("checked"),
      isHidden: type === "hidden" || element.hasAttribute("hidden"),
      max: Number(read("maxlength")) || undefined,
    };
    if (control.name !== "" && !element.hasAttribute("disabled")) forms.at(-1)?.controls.push(control);
  };
  await new HTMLRewriter()
    .on("form", {
      element: (form) => {
        const read = (name: string) => unescaped(form.getAttribute(name) ?? "");
        const isUpload = read("enctype") === "multipart/form-data";
        const isShown = !form.hasAttribute("hidden");
        forms.push({
          method: read("method") || "get",
          action: read("action"),
          isUpload,
          isShown,
          controls: [],
        });
      },
    })
    .on("form input", { element: (input) => add(input, input.getAttribute("type") ?? "text") })
    .on("form select", { element: (select) => add(select, "select") })
    .on("form button", { element: (button) => add(button, "button") })
    .on("form textarea", {
      element: (area) => add(area, "textarea"),
      text: ({ text }) => {
        if (control?.type === "textarea") control.value += unescaped(text);
      },
    })
    .on("form select option", {
      element: (option) => {
        const value = unescaped(option.getAttribute("value") ?? "");
        control?.options.push(value);
        if (control && (option.hasAttribute("selected") || control.options.length === 1))
          control.value = value;
      },
    })
    .transform(new Response(page))
    .text();
  return forms.filter(({ isShown }) => isShown);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(\w+|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
