import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useText } from '../text';
import { Icon } from './Icon';

/** A modal dialog. Escape and a click outside close it. */
export function Dialog({ title, close, children, wide = false }: { title: string; close?: () => void; children: ReactNode; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const text = useText();
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      onClick={(event) => {
        if (event.target === box.current) close?.();
      }}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={heading}>{title}</h2>
          {close && (
            <button className="button ghost icon" onClick={close} aria-label={text.table.close}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
