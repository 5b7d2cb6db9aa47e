// Written by scripts/embed-policy.mjs from default-policy.yaml. Do not edit.
export const defaultPolicyYaml = "# The policy in force until a tenant applies its own. A tenant's policy contains only what it changes; everything else\n# stays as it is here. A list is replaced as a whole.\nversion: 0.0.0-default\n\n# What each channel may read. `clearance` is the highest class. From low to high: public, internal, pii (sensitivity\n# none, low, high). No channel reads class secret. `reads` names the channels in which a memory may have been said, so\n# that everyone in this one could have heard it; each channel reads at least itself. A read that names no channel\n# returns class public only, wherever it was said.\nchannels:\n  public: { clearance: public, reads: [public] }\n  team: { clearance: internal, reads: [public, team] }\n  agent: { clearance: internal, reads: [public, agent] }\n  private: { clearance: pii, reads: [public, team, agent, private] }\n\n# What happens to an edit: it applies at once, waits for a reviewer, or is denied. The first rule that fits decides; if\n# none fits, the edit waits. A rule may name principal (human, agent, service), role, kind, op, visibility, writer (the\n# type of principal that wrote the memory), each as one value or a list, own (the memory is the caller's own), approver\n# (the caller may approve edits) and undoes (a restore of edits of the caller's own, of others, or of reviewers).\napproval:\n  edits:\n    - { principal: human, approver: true, then: apply }\n    # What a reviewer decided is undone by reviewers. An agent or a service undoes only its own edits.\n    - { op: restore, undoes: reviewer, then: wait }\n    - { principal: [agent, service], op: restore, undoes: other, then: wait }\n    # Other people's edits wait only where somebody else, a person, wrote the memory.\n    - { principal: human, own: true, then: apply }\n    - { principal: human, writer: [agent, service], then: apply }\n    # Nobody else can see the memory, so nobody else could decide.\n    - { own: true, visibility: private, then: apply }\n    # The author could also revoke the capsule and make a new one.\n    - { own: true, kind: capsule, then: apply }\n\nretrieval:\n  # In which language words are stemmed: any for which Postgres ships a stemmer, or simple for none. A change rebuilds the\n  # index; searches go on meanwhile.\n  language: english\n  trust:\n    # Scores of untrusted memories, which neither a person nor the reader wrote, are multiplied by this.\n    untrusted_share: 0.4\n    # Each further memory of the same writer gets this share of the factor of the one before.\n    same_writer_share: 0.5\n    # Of ten results, and of each section of a context, this many may come from one writer that is neither a person nor\n    # the reader.\n    writer_items: 3\n    # Agents and services that are trusted as people are, as in agent:librarian. The limit above is not for them.\n    writers: []\n  # How a context selects its evidence: score = alpha * similarity + beta * recency + gamma * importance.\n  context:\n    alpha: 0.6\n    beta: 0.3\n    gamma: 0.1\n    recency_half_life_days: 30\n    # A memory is unrelated to the question if its similarity is below this share of the best match's.\n    threshold: 0.05\n    # And if its relevance is below this, which lost less than one piece of evidence in a thousand.\n    min_relevance: 0.002\n    # The first places go to trusted memories, if enough of them match.\n    leading_trusted: 10\n\n# How long data is kept: a number and s, m, h, d or w.\nretention:\n  idempotency_keys: 24h\n  # Background jobs that are done, failed or stopped.\n  finished_jobs: 7d\n\nlimits:\n  text_characters: 100000\n  query_characters: 10000\n  context_tokens: 1000000\n  capsule_items: 1000\n  capsule_days: 365\n  # How many other memories one edit may reach, and how many steps away. It is one transaction, for which others wait on\n  # the embedded engine.\n  cascade_memories: 1000\n  cascade_depth: 10\n";
export const defaultPolicyDocument = {
  "version": "0.0.0-default",
  "channels": {
    "public": {
      "clearance": "public",
      "reads": [
        "public"
      ]
    },
    "team": {
      "clearance": "internal",
      "reads": [
        "public",
        "team"
      ]
    },
    "agent": {
      "clearance": "internal",
      "reads": [
        "public",
        "agent"
      ]
    },
    "private": {
      "clearance": "pii",
      "reads": [
        "public",
        "team",
        "agent",
        "private"
      ]
    }
  },
  "approval": {
    "edits": [
      {
        "principal": "human",
        "approver": true,
        "then": "apply"
      },
      {
        "op": "restore",
        "undoes": "reviewer",
        "then": "wait"
      },
      {
        "principal": [
          "agent",
          "service"
        ],
        "op": "restore",
        "undoes": "other",
        "then": "wait"
      },
      {
        "principal": "human",
        "own": true,
        "then": "apply"
      },
      {
        "principal": "human",
        "writer": [
          "agent",
          "service"
        ],
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
        "then": "apply"
      }
    ]
  },
  "retrieval": {
    "language": "english",
    "trust": {
      "untrusted_share": 0.4,
      "same_writer_share": 0.5,
      "writer_items": 3,
      "writers": []
    },
    "context": {
      "alpha": 0.6,
      "beta": 0.3,
      "gamma": 0.1,
      "recency_half_life_days": 30,
      "threshold": 0.05,
      "min_relevance": 0.002,
      "leading_trusted": 10
    }
  },
  "retention": {
    "idempotency_keys": "24h",
    "finished_jobs": "7d"
  },
  "limits": {
    "text_characters": 100000,
    "query_characters": 10000,
    "context_tokens": 1000000,
    "capsule_items": 1000,
    "capsule_days": 365,
    "cascade_memories": 1000,
    "cascade_depth": 10
  }
};
