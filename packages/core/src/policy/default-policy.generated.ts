// Written by scripts/embed-policy.mjs from default-policy.yaml. Do not edit.
export const defaultPolicyYaml = "# The policy that is in force until a tenant applies its own. A tenant's policy names only what it changes: what it\n# leaves out is as it stands here. A list is replaced as a whole.\nversion: 0.0.0-default\n\n# How high each channel may read. Classes, lowest first: public, internal, pii (sensitivity none, low, high).\n# Nothing of class secret is read in any channel. A read that names no channel is shown class public only.\nchannels:\n  public: { clearance: public }\n  team: { clearance: internal }\n  agent: { clearance: internal }\n  private: { clearance: pii }\n\n# What happens to an edit: it applies at once, waits for a reviewer, or is denied. The first rule that fits decides; if\n# none fits, the edit waits. A rule may name principal (human, agent, service), role, kind, op, visibility and own (the\n# memory is the caller's own), each as one value or a list.\napproval:\n  edits:\n    - { principal: human, then: apply }\n    # Nobody else sees it, so nobody else could decide.\n    - { own: true, visibility: private, then: apply }\n    # Its author may revoke a capsule and make it anew. What somebody else did to it is not undone so.\n    - { own: true, kind: capsule, op: [retract, amend, quarantine, attenuate, block], then: apply }\n\nretrieval:\n  # What memories that come neither from a person nor from the reader itself are worth.\n  trust:\n    untrusted_share: 0.4\n    # Each further one of the same source is worth this share of the one before it.\n    same_source_share: 0.5\n  # How a context chooses its evidence: score = alpha * similarity + beta * recency + gamma * importance.\n  context:\n    alpha: 0.6\n    beta: 0.3\n    gamma: 0.1\n    recency_half_life_days: 30\n    # Similarity, as a share of the best match's, below which a memory has nothing to do with the question.\n    threshold: 0.05\n    # The first places go to trusted memories, as far as any match.\n    leading_trusted: 10\n    # The largest share of a section that one untrusted source may take; it may always take so many items.\n    source_share: 0.2\n    source_items: 5\n\n# How long things are kept: a number and s, m, h, d or w.\nretention:\n  idempotency_keys: 24h\n\nlimits:\n  text_characters: 100000\n  query_characters: 10000\n  context_tokens: 1000000\n  capsule_items: 1000\n  capsule_days: 365\n  # How far one edit reaches into what was made from its memory.\n  cascade_memories: 10000\n  cascade_depth: 10\n";
export const defaultPolicyDocument = {
  "version": "0.0.0-default",
  "channels": {
    "public": {
      "clearance": "public"
    },
    "team": {
      "clearance": "internal"
    },
    "agent": {
      "clearance": "internal"
    },
    "private": {
      "clearance": "pii"
    }
  },
  "approval": {
    "edits": [
      {
        "principal": "human",
        "then": "apply"
      },
      {
        "own": true,
        "visibility": "private",
        "then": "apply"
      },
      {
        "own": true,
        "kind": "capsule",
        "op": [
          "retract",
          "amend",
          "quarantine",
          "attenuate",
          "block"
        ],
        "then": "apply"
      }
    ]
  },
  "retrieval": {
    "trust": {
      "untrusted_share": 0.4,
      "same_source_share": 0.5
    },
    "context": {
      "alpha": 0.6,
      "beta": 0.3,
      "gamma": 0.1,
      "recency_half_life_days": 30,
      "threshold": 0.05,
      "leading_trusted": 10,
      "source_share": 0.2,
      "source_items": 5
    }
  },
  "retention": {
    "idempotency_keys": "24h"
  },
  "limits": {
    "text_characters": 100000,
    "query_characters": 10000,
    "context_tokens": 1000000,
    "capsule_items": 1000,
    "capsule_days": 365,
    "cascade_memories": 10000,
    "cascade_depth": 10
  }
};
