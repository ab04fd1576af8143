const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of some bytes, to the letter, or `null` when they are not UTF-8. @internal */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
