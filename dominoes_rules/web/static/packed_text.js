// A text as a part of an address: compressed, and in letters that addresses may have.

const FORMAT = "deflate-raw";
const CODE = /^[\w-]+$/;
const BYTES_AT_A_TIME = 0x8000;

export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(FORMAT));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += BYTES_AT_A_TIME) {
    letters += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_A_TIME));
  }
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Anybody may have written the address: what unpacks to more letters than `most` is not unpacked.
export async function unpacked(code, most) {
  if (code.length > most || !CODE.test(code)) throw new RangeError("this is no packed text");
  const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORMAT)).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (text.length > most) {
      reader.cancel().catch(() => {});
      throw new RangeError("this text is too long");
    }
    if (done) return text;
  }
}
