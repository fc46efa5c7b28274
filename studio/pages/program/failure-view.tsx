// A failure at its statement: the reason, and the calls from the statement down to the one that fails.

import type { FailureExplanation } from '../../../src/engine/explain/failure-explainer.ts'

/** The explanation of a failed statement. */
export function FailureView({ failure }: { readonly failure: FailureExplanation }) {
  const { kind, message, stack } = failure
  return (
    <div class="failure">
      <p>
        <strong>{kind} error</strong> {message}
      </p>
      {stack.length > 1 && (
        <ol aria-label="Calls, the failed one last">
          {stack.map(({ function: name, arguments: args, role }, k) => (
            <li key={k}>
              {role !== undefined && <span class="soft">{role}: </span>}
              <code>
                {name}({args.join(', ')})
              </code>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
