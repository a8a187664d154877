/** Distinguishes one to three series: by color, by the dashes of their lines, and in forced colors by the pattern of their bars. */
import { css } from 'styled-components';
import { token } from '../tokens';

/** Styles elements with `data-series`: sets `--series`, and the dashes of lines. */
export const seriesLook = css`
  &[data-series='0'] {
    --series: ${token.color.chartFirst};
  }
  &[data-series='1'] {
    --series: ${token.color.chartSecond};
    --dashes: 6 4;
  }
  &[data-series='2'] {
    --series: ${token.color.chartThird};
    --dashes: 0.1 5;
  }

  @media (forced-colors: active) {
    &[data-series='0'] {
      --series: CanvasText;
    }
    &[data-series='1'] {
      --series: Highlight;
      & > rect {
        mask: repeating-linear-gradient(#000 0 1px, #0000 0 2px);
      }
    }
    &[data-series='2'] {
      --series: GrayText;
      & > rect {
        fill: Canvas;
        stroke: var(--series);
        vector-effect: non-scaling-stroke;
      }
    }
  }
`;
