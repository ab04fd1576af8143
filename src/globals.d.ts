// What the pure folders may use of the platform: these two stand in browsers and in Node alike, but in no ES library.
// Only tsconfig.pure.json reads this file; everywhere else @types/node declares them in full.

interface TextDecoder {
  readonly encoding: string
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  decode(input?: ArrayBuffer | ArrayBufferView, options?: { readonly stream?: boolean }): string
}

declare var TextDecoder: {
  prototype: TextDecoder
  new (label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean }): TextDecoder
}

interface TextEncoder {
  readonly encoding: string
  encode(input?: string): Uint8Array<ArrayBuffer>
}

declare var TextEncoder: {
  prototype: TextEncoder
  new (): TextEncoder
}
