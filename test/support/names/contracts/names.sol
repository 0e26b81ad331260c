// SPDX-License-Identifier: MIT
// Contracts with the interfaces that names are resolved by, for tests: written from ERC-137, ENSIP-1, 5, 7, 9, 10, 19, 21 and 23,
// ERC-3668 and the registry's ProxyReader. contracts.json has their bytecode.
pragma solidity ^0.8.20;

error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

contract Registry {
    struct Record { address owner; address resolver; }
    mapping(bytes32 => Record) private records;

    constructor() { records[0].owner = msg.sender; }

    modifier onlyOwner(bytes32 node) { require(records[node].owner == msg.sender, "not the owner"); _; }

    function setSubnodeOwner(bytes32 node, bytes32 label, address to) external onlyOwner(node) returns (bytes32) {
        bytes32 subnode = keccak256(abi.encodePacked(node, label));
        records[subnode].owner = to;
        return subnode;
    }

    function setResolver(bytes32 node, address to) external onlyOwner(node) { records[node].resolver = to; }
    function owner(bytes32 node) external view returns (address) { return records[node].owner; }
    function resolver(bytes32 node) external view returns (address) { return records[node].resolver; }
}

contract PublicResolver {
    mapping(bytes32 => mapping(uint256 => bytes)) private addresses;
    mapping(bytes32 => mapping(string => string)) private texts;
    mapping(bytes32 => bytes) private hashes;
    mapping(bytes32 => string) private names;

    function setAddr(bytes32 node, uint256 coinType, bytes calldata value) external { addresses[node][coinType] = value; }
    function setText(bytes32 node, string calldata key, string calldata value) external { texts[node][key] = value; }
    function setContenthash(bytes32 node, bytes calldata value) external { hashes[node] = value; }
    function setName(bytes32 node, string calldata value) external { names[node] = value; }

    function addr(bytes32 node) external view returns (address payable) {
        bytes memory value = addresses[node][60];
        return value.length == 20 ? payable(address(bytes20(value))) : payable(0);
    }
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) { return addresses[node][coinType]; }
    function text(bytes32 node, string calldata key) external view returns (string memory) { return texts[node][key]; }
    function contenthash(bytes32 node) external view returns (bytes memory) { return hashes[node]; }
    function name(bytes32 node) external view returns (string memory) { return names[node]; }
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x59d1d43c || id == 0xbc1c58d1;
    }
}

/// As resolvers were before coin types: the address of Ether alone, and a revert for all else.
contract OldResolver {
    mapping(bytes32 => address) private addresses;
    function setAddr(bytes32 node, address value) external { addresses[node] = value; }
    function addr(bytes32 node) external view returns (address) { return addresses[node]; }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x3b3b57de; }
    fallback(bytes calldata) external returns (bytes memory) { return ""; }
}

/// Answers for every name below its own (ENSIP-10): the address is out of the hash of the first label, every text is that label.
contract WildcardResolver {
    function resolve(bytes calldata name, bytes calldata data) external pure returns (bytes memory) {
        bytes memory label = name[1:1 + uint8(name[0])];
        bytes4 kind = bytes4(data);
        if (kind == 0xf1cb7e06) {
            (, uint256 coinType) = abi.decode(data[4:], (bytes32, uint256));
            if (coinType != 60) return abi.encode(bytes(""));
            return abi.encode(abi.encodePacked(address(uint160(uint256(keccak256(label))))));
        }
        if (kind == 0x59d1d43c) {
            (, string memory key) = abi.decode(data[4:], (bytes32, string));
            return abi.encode(keccak256(bytes(key)) == keccak256("description") ? label : bytes(""));
        }
        return abi.encode(bytes(""));
    }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x9061b923; }
}

/// Refers to a gateway (ERC-3668), whose answer must carry the tag that only it can make.
contract OffchainResolver {
    string[] private urls;
    bytes32 private immutable secret;
    uint256 private immutable rounds;

    constructor(string[] memory given, bytes32 key, uint256 more) { urls = given; secret = key; rounds = more; }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        refer(abi.encode(name, data), rounds);
    }

    function refer(bytes memory question, uint256 left) private view {
        revert OffchainLookup(address(this), urls, question, this.proven.selector, abi.encode(question, left));
    }

    function proven(bytes calldata response, bytes calldata extra) external view returns (bytes memory) {
        (bytes memory question, uint256 left) = abi.decode(extra, (bytes, uint256));
        (bytes memory value, bytes32 tag) = abi.decode(response, (bytes, bytes32));
        require(tag == keccak256(abi.encodePacked(secret, question, value)), "not signed");
        if (left > 1) refer(question, left - 1);
        return value;
    }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x9061b923; }
}

/// Names somebody else as the sender of its lookup.
contract ForgingResolver {
    function resolve(bytes calldata, bytes calldata) external pure returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = "http://127.0.0.1/{data}";
        revert OffchainLookup(address(1), urls, "", 0x12345678, "");
    }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x9061b923; }
}

interface Batch {
    struct Request { address sender; string[] urls; bytes data; }
    function query(Request[] memory requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

contract UniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes data);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    Registry private immutable registry;
    constructor(Registry given) { registry = given; }

    struct Found { address resolver; bool extended; bytes4 selector; }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        (address resolver, bool exact) = find(name, 0);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool extended = isExtended(resolver);
        if (!extended && !exact) revert ResolverNotFound(name);
        bytes memory call = extended ? abi.encodeWithSelector(0x9061b923, name, data) : data;
        return finish(Found(resolver, extended, bytes4(data)), call);
    }

    function finish(Found memory found, bytes memory call) private view returns (bytes memory, address) {
        (bool ok, bytes memory result) = found.resolver.staticcall(call);
        if (ok) {
            if (result.length == 0) revert UnsupportedResolverProfile(found.selector);
            return (found.extended ? abi.decode(result, (bytes)) : result, found.resolver);
        }
        if (bytes4(result) != OffchainLookup.selector) revert ResolverError(result);
        referTo(found, result);
    }

    /// Wraps the lookup of a resolver into a batch of one, as clients take batches apart.
    function referTo(Found memory found, bytes memory result) private view {
        bytes memory rest = new bytes(result.length - 4);
        for (uint256 at = 0; at < rest.length; at++) rest[at] = result[at + 4];
        Batch.Request[] memory requests = new Batch.Request[](1);
        bytes4 callback;
        bytes memory extra;
        (requests[0].sender, requests[0].urls, requests[0].data, callback, extra) =
            abi.decode(rest, (address, string[], bytes, bytes4, bytes));
        if (requests[0].sender != found.resolver) revert ResolverError(result);
        string[] memory batch = new string[](1);
        batch[0] = "x-batch-gateway:true";
        bytes memory state = abi.encode(found, callback, extra);
        revert OffchainLookup(address(this), batch, abi.encodeCall(Batch.query, (requests)), this.answered.selector, state);
    }

    function answered(bytes calldata response, bytes calldata extraData) external view returns (bytes memory, address) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        (Found memory found, bytes4 callback, bytes memory extra) = abi.decode(extraData, (Found, bytes4, bytes));
        bytes memory first = responses[0];
        if (failures[0]) { assembly { revert(add(first, 32), mload(first)) } }
        return finish(found, abi.encodeWithSelector(callback, first, extra));
    }

    function reverse(bytes calldata lookup, uint256) external view returns (string memory, address, address) {
        bytes32 node = keccak256(abi.encodePacked(
            keccak256(abi.encodePacked(keccak256(abi.encodePacked(bytes32(0), keccak256("reverse"))), keccak256("addr"))),
            keccak256(hexText(lookup))
        ));
        address reverseResolver = registry.resolver(node);
        if (reverseResolver == address(0)) return ("", address(0), address(0));
        string memory primary = PublicResolver(reverseResolver).name(node);
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes32 forward = hashText(bytes(primary));
        address resolver = registry.resolver(forward);
        bytes memory value = resolver == address(0) ? bytes("") : PublicResolver(resolver).addr(forward, 60);
        if (keccak256(value) != keccak256(lookup)) revert ReverseAddressMismatch(primary, value);
        return (primary, resolver, reverseResolver);
    }

    function find(bytes calldata name, uint256 at) private view returns (address, bool) {
        for (bool exact = true; uint8(name[at]) != 0; at += uint8(name[at]) + 1) {
            address resolver = registry.resolver(hashWire(name, at));
            if (resolver != address(0)) return (resolver, exact);
            exact = false;
        }
        return (address(0), false);
    }

    function hashWire(bytes calldata name, uint256 at) private pure returns (bytes32) {
        uint8 length = uint8(name[at]);
        if (length == 0) return 0;
        return keccak256(abi.encodePacked(hashWire(name, at + 1 + length), keccak256(name[at + 1:at + 1 + length])));
    }

    function hashText(bytes memory name) private pure returns (bytes32 node) {
        uint256 end = name.length;
        for (uint256 at = name.length + 1; at > 0; at--) {
            if (at != 1 && name[at - 2] != ".") continue;
            bytes memory label = new bytes(end - (at - 1));
            for (uint256 i = 0; i < label.length; i++) label[i] = name[at - 1 + i];
            node = keccak256(abi.encodePacked(node, keccak256(label)));
            if (at == 1) break;
            end = at - 2;
        }
    }

    function isExtended(address resolver) private view returns (bool) {
        (bool ok, bytes memory result) = resolver.staticcall(abi.encodeWithSelector(0x01ffc9a7, bytes4(0x9061b923)));
        return ok && result.length == 32 && abi.decode(result, (bool));
    }

    function hexText(bytes calldata value) private pure returns (bytes memory text) {
        text = new bytes(value.length * 2);
        bytes16 digits = "0123456789abcdef";
        for (uint256 i = 0; i < value.length; i++) {
            text[2 * i] = digits[uint8(value[i]) >> 4];
            text[2 * i + 1] = digits[uint8(value[i]) & 15];
        }
    }
}

contract ProxyReader {
    mapping(uint256 => mapping(string => string)) private records;
    function set(uint256 token, string calldata key, string calldata value) external { records[token][key] = value; }
    function getMany(string[] calldata keys, uint256 token) external view returns (string[] memory values) {
        values = new string[](keys.length);
        for (uint256 i = 0; i < keys.length; i++) values[i] = records[token][keys[i]];
    }
}
