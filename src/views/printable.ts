/** Text from the files as a terminal or a page may have it: control characters and marks that turn or hide text are spelled out. @internal */
export const printable = (text: string): string => text.replace(UNSAFE, spelled)

const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would act on.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu

const spelled = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
