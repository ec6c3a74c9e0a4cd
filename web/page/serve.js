// serve lets a worker answer the calls of an engine, which starts it. A call gives the answer
// as JSON, perhaps with a text, or an error.
export function serve(start, call) {
  let started;
  onmessage = async ({ data }) => {
    try {
      if (data.start) {
        started = start(data.start);
        postMessage({ module: await started });
        return;
      }
      await started;
      const texts = await Promise.all(data.texts.map(async text => text instanceof Blob ? new Uint8Array(await text.arrayBuffer()) : text));
      const result = call(data.name, data.args, texts);
      if (!result) throw new Error("it is too much for the memory of this browser; the yates command takes any size");
      postMessage({ id: data.id, ...result }, result.text ? [result.text.buffer] : []);
    } catch (error) {
      postMessage({ id: data.id, error: String(error?.message ?? error), broken: true });
    }
  };
}
