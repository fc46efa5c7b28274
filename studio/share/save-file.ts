// Saves a file that the page has made.

/** Downloads content under a name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download begins after this call.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
