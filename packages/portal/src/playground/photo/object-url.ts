import { useEffect, useState } from 'react';

interface SharedUrl {
  readonly url: string;
  users: number;
}

/** One address for each photo, however many pictures show it: the browser then decodes it once. */
const shared = new Map<Blob, SharedUrl>();

function acquire(bytes: Blob): string {
  const known = shared.get(bytes) ?? { url: URL.createObjectURL(bytes), users: 0 };
  known.users += 1;
  shared.set(bytes, known);
  return known.url;
}

function release(bytes: Blob): void {
  const known = shared.get(bytes);
  if (known === undefined) return;
  known.users -= 1;
  if (known.users > 0) return;
  shared.delete(bytes);
  URL.revokeObjectURL(known.url);
}

/** An address under which this page can show the bytes; revoked when nobody shows them any more. */
export function useObjectUrl(bytes: Blob | null): string | null {
  const [address, setAddress] = useState<{ readonly of: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (bytes === null) return undefined;
    setAddress({ of: bytes, url: acquire(bytes) });
    return () => {
      release(bytes);
    };
  }, [bytes]);
  return address !== null && address.of === bytes ? address.url : null;
}
