/** How one to three series are told apart: by colour and, for those who do not see it, by the dashes of a line. */
import { css } from 'styled-components';
import { token } from '../tokens';

/** For what has `data-series`; gives `--series` and, to a line, its dashes. */
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
    }
    &[data-series='2'] {
      --series: LinkText;
    }
  }
`;
