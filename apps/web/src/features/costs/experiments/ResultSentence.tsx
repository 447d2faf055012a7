// What an experiment says, with settings and models, which are between backticks, as code.
import { Fragment } from 'react';
import { PlainText } from '../../../components/text/PlainText.tsx';

export const ResultSentence = ({ says }: { says: string }) =>
  says.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index}>
        <PlainText text={part} />
      </code>
    ) : (
      <Fragment key={index}>
        <PlainText text={part} />
      </Fragment>
    ),
  );
