import { useEffect, useState } from 'react';

/** An address under which this page can show the bytes; given back when nobody shows them any more. */
export function useObjectUrl(bytes: Blob | null): string | null {
  const [address, setAddress] = useState<{ readonly of: Blob; readonly url: string } | null>(null);
  useEffect(() => {
    if (bytes === null) return undefined;
    const url = URL.createObjectURL(bytes);
    setAddress({ of: bytes, url });
    return () => {
      URL.revokeObjectURL(url);
    };
  }, [bytes]);
  return address !== null && address.of === bytes ? address.url : null;
}
