import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { restSentence, ruleSentence, variantSentence } from '@fairlead/contract/ruleWords';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../../parts/Card.tsx';
import { RuleNotes } from './RuleNotes.tsx';

interface CardProps {
  readonly link: ProjectLink;
  readonly timeZone: string;
}

/** The rules and variants of a link as sentences, with what is worth knowing about each. */
export function RouteCard({ link, timeZone }: CardProps) {
  const { rules, variants, ruleNotes } = link;
  if (rules.length === 0 && variants === null) return null;
  const notesOf = (name: string | undefined) => (
    <RuleNotes notes={ruleNotes.filter(({ rule }) => rule === name)} />
  );
  return (
    <Card
      title={rules.length > 0 ? 'Rules' : 'Experiment'}
      about="The first rule that fits decides. What visitors get below is without knowing their country and language."
    >
      <ol className="plain-list">
        {rules.map((rule, place) => (
          <Sentence
            key={rule.name ?? place}
            name={`${place + 1}. ${rule.name ?? ''}`}
            text={ruleSentence(rule, timeZone)}
          >
            {notesOf(rule.name)}
          </Sentence>
        ))}
        {variants?.map((variant) => (
          <Sentence
            key={variant.name}
            name={`Variant ${variant.name}`}
            text={variantSentence(variant)}
          >
            {notesOf(variant.name)}
          </Sentence>
        ))}
        {variants === null && <Sentence name="Last" text={restSentence(link)} />}
      </ol>
    </Card>
  );
}

function Sentence({
  name,
  text,
  children,
}: {
  readonly name: string;
  readonly text: string;
  readonly children?: ReactNode;
}) {
  return (
    <li className="row" style={{ paddingBlock: 8 }}>
      <Text size="xs" c="dimmed" className="break">
        {name}
      </Text>
      <Text size="sm" className="break">
        {text}
      </Text>
      {children}
    </li>
  );
}
