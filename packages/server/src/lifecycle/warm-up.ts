import type { Engine } from '@facet/engine';

/** A small picture of a colour gradient: no face, and enough for every net to run once. */
const PICTURE =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjsh' +
  'ITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCABgAGADASIAAhEBAxEB/8QAFwABAQEB' +
  'AAAAAAAAAAAAAAAAAgEFBv/EABUQAQEAAAAAAAAAAAAAAAAAAAEA/8QAFwEBAQEBAAAAAAAAAAAAAAAAAwIGBf/EABYRAQEBAAAAAAAAAAAAAAAA' +
  'AAEAAv/aAAwDAQACEQMRAD8A5QJBIJBdZaMsQkEgkFCzZYhIJBUKVmy0CQVCQUrNliEgkEgpWbLEJBIJBSs2WzgkFQkEy2byxCQSCQUrNliEgkEg' +
  'pWfLEJBIJBSs2WISCQSClZssQkEgqFKzZbOCQSCQTLZvLEJBIJBSs2WISCQVClZstAkFQkFKz5YhIJBIKVmyxCQSCQUrNls4JBUJBMtm8sQkEgkF' +
  'KzZYhIJBIKVmyxCQSCQUrNliEgkEgpWfLEJBIKhSs2WzgkEgkEy2byxCQSCQUrNliEgkFQpWbLQJBUJBSs2WISCQSClZssQkEgkFKz5bOCQVCQTL' +
  'ZvLQKhIJBSs2WISCQSClZssQkEgkFKzZYhIJBIKVmyxCQSCoUrNlv//Z';

/** One real inference through every net, so that a service which calls itself ready has proved it. */
export async function warmUp(engine: Engine): Promise<void> {
  const picture = (): Uint8Array => new Uint8Array(Buffer.from(PICTURE, 'base64'));
  const inEveryWorker = Array.from({ length: engine.load().workers }, async () => {
    await engine.analyse(picture());
    await engine.analyse(picture(), { faces: { kind: 'whole' } });
    await engine.vector(picture(), { faces: { kind: 'whole' } });
  });
  await Promise.all(inEveryWorker);
}
