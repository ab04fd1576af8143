// Made at first use: merely touching the global at import would leave a trace in Node, which defines it lazily.
let decoder: InstanceType<typeof TextDecoder> | null = null

/** The text of some bytes, to the letter, or `null` when they are not UTF-8. @internal */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
