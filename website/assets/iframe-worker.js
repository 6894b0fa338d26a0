// The search runs in a worker. A page that is opened as a file may not start one, so there it runs
// in a hidden frame, which passes messages on as a worker does.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      const script = (address) =>
        new Promise((loaded, failed) => {
          const element = inside.document.createElement("script");
          Object.assign(element, { src: address, onload: loaded, onerror: failed });
          inside.document.body.append(element);
        });
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...addresses) => Promise.all(addresses.map(script));
      this.inside = inside;
      this.loaded = script(url);
    }

    postMessage(data) {
      const deliver = () => this.inside.dispatchEvent(new MessageEvent("message", { data }));
      this.loaded.then(deliver);
    }

    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
