/** An uploaded picture, or the generated one if there is none or it does not load. Decorative. */
import { type ReactNode, useState } from 'react';

interface PictureProps {
  src: string | undefined;
  /** The generated picture. */
  children: ReactNode;
}

export function Picture({ src, children }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  if (src === undefined || src === failed) return children;
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      onError={() => {
        setFailed(src);
      }}
    />
  );
}
