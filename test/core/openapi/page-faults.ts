// What doesn't fit on a page of the docs. These functions run in the page: they refer to nothing outside of them.

/** Returns the code of blocks that begins below their button Copy. */
export function coveredCode(): string[] {
  return [...document.querySelectorAll(".framed")].flatMap((frame) => {
    const code = frame.querySelector("pre code");
    const button = frame.querySelector(".copy")?.getBoundingClientRect();
    if (!code || !button) return [];
    const lines = document.createRange();
    lines.selectNodeContents(code);
    const covered = [...lines.getClientRects()].some(
      ({ top, right, bottom }) => top < button.bottom && bottom > button.top && right > button.left,
    );
    return covered ? [code.textContent.slice(0, 40)] : [];
  });
}

/** Returns the words in addresses of operations that stand on two lines. */
export function brokenWords(): string[] {
  return [...document.querySelectorAll(".address code")].flatMap(({ childNodes }) =>
    [...childNodes].flatMap((node) => {
      const words = [...(node.textContent ?? "").matchAll(/\w+/g)];
      return words.flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
}

/** Returns the blocks of code in guides of which a part has to be scrolled to. */
export function cutCode(): string[] {
  return [...document.querySelectorAll("article pre")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent.slice(0, 40));
}

/** Returns the sentences in tables that have room for hardly a word per line. */
export function narrowCells(): string[] {
  return [...document.querySelectorAll("article td")]
    .filter(({ textContent, clientWidth }) => textContent.length > 30 && clientWidth < 120)
    .map(({ textContent }) => textContent);
}

/**
 * Returns the pages that don't fit, and the sentences in tables without room. The page shows
 * the contents of the others one after the other.
 */
export async function tooNarrowOrWide(paths: string[]): Promise<string[]> {
  const contents = paths.map(async (path) => {
    const read = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
    return { path, content: read.querySelector("main") };
  });
  return (await Promise.all(contents)).flatMap(({ path, content }) => {
    if (!content) return [`${path} has no content`];
    document.querySelector("main")?.replaceWith(content);
    const { scrollWidth, clientWidth } = document.documentElement;
    const cells = [...content.querySelectorAll("td")]
      .filter((cell) => cell.textContent.length > 30 && cell.checkVisibility() && cell.clientWidth < 120)
      .map(({ textContent }) => `${path}: ${textContent}`);
    return scrollWidth > clientWidth ? [`${path} is ${scrollWidth} wide`, ...cells] : cells;
  });
}
