/** Waits until what is due in the event loop has run; timers would add a millisecond or more to each wait. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    // Browsers know `onmessage`, which Node's types leave out.
    Object.assign(port1, {
      onmessage: () => {
        port1.close();
        resolve();
      },
    });
    port2.postMessage(null);
  });
}
