import { useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { Button, type ButtonLook } from './button.js';

interface FileButtonProps {
  /** Names the file input for screen readers. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly accept?: string;
  readonly multiple?: boolean;
  /** Offers folders instead of files. */
  readonly folders?: boolean;
  readonly look?: ButtonLook;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** For another element that opens the same choice. */
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly children: ReactNode;
}

/** A button that lets people choose files. */
export function FileButton(props: FileButtonProps): ReactElement {
  const { label, onFiles, accept, multiple = false, folders = false, input: given, ...button } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = given ?? own;
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={(element) => {
          input.current = element;
          // React does not know the attribute that makes a browser offer folders.
          if (folders) element?.setAttribute('webkitdirectory', '');
        }}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple || folders}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
