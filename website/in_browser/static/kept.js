// Files that the browser keeps under names that change with their contents.

// Of this folder: another one on the same host may have another version.
export const CACHE = `dominoes-files ${new URL("./", location).pathname}`;

// A file as the browser has kept it; otherwise it comes from where the page is from, and is kept.
export async function kept(file, report = () => {}) {
  const cache = await caches.open(CACHE);
  const before = await cache.match(file);
  if (before) return reported(before.body, report);
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} could not be loaded (${answer.status}).`);
  const [here, there] = answer.body.tee();
  const headers = { "Content-Type": answer.headers.get("Content-Type") ?? "application/octet-stream" };
  cache.put(file, new Response(there, { headers })).catch(() => {}); // without room, it comes again
  return reported(here, report);
}

// A stream, of which is reported how much has come.
function reported(stream, report) {
  return stream.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      report(chunk.length);
      controller.enqueue(chunk);
    },
  }));
}

// What is in a stream, whether or not it is compressed by gzip.
export async function unpacked(stream) {
  const reader = stream.getReader();
  const first = await reader.read();
  if (first.done) throw new Error("A file of the program is empty.");
  const whole = new ReadableStream({
    start: (controller) => controller.enqueue(first.value),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const [one, two] = first.value;
  return one === 0x1f && two === 0x8b ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
